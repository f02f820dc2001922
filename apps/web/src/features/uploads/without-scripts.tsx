/** Sending a file needs a script, here or on the command line. */
export function WithoutScripts({ url }: { url: string }) {
  return (
    <div className="sec without-scripts">
      <div className="in teach">
        <p>
          This page sends files with a script, and scripts are off. The command line does the same; on a
          server that asks for one, with a token:
        </p>
        <pre>{`npx basecase upload runs.tar.gz --url ${url} --token "$TOKEN"`}</pre>
        <p>or, with nothing but curl:</p>
        <pre>
          {`curl -T runs.tar.gz -H "Authorization: Bearer $TOKEN" \\
  "${url}/api/v1/uploads?filename=runs.tar.gz&server=my-server&campaign=november"`}
        </pre>
      </div>
    </div>
  );
}
