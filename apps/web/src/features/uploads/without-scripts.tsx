/** Sending a file needs a script, here or on the command line. */
export function WithoutScripts({ url }: { url: string }) {
  return (
    <div className="page-section without-scripts">
      <div className="inset teach">
        <p>
          Uploading from this page needs JavaScript, which is off. Use the command line, with a token if the
          server requires one:
        </p>
        <pre>{`npx basecase upload runs.tar.gz --url ${url} --token "$TOKEN"`}</pre>
        <p>or curl:</p>
        <pre>
          {`curl -T runs.tar.gz -H "Authorization: Bearer $TOKEN" \\
  "${url}/api/v1/uploads?filename=runs.tar.gz&server=my-server&campaign=november"`}
        </pre>
      </div>
    </div>
  );
}
