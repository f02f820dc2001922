/** The settings of S3, as `openBlobStore` takes them. The command line and the web app read their environment themselves. */
export function s3Environment() {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  const { AWS_REGION, AWS_DEFAULT_REGION, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env;
  return {
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    AWS_SESSION_TOKEN,
    AWS_REGION,
    AWS_DEFAULT_REGION,
    AWS_ENDPOINT_URL_S3,
    AWS_ENDPOINT_URL,
  };
}
