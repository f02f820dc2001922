/** The form of a correction without anything to correct. */
export function NoRunsChosen() {
  return (
    <main id="main" className="page">
      <div className="page-head">
        <h1>Correct</h1>
        <p>
          No run is chosen. Choose some in the <a href="/runs">list of runs</a>, or open an{' '}
          <a href="/uploads">upload</a>.
        </p>
      </div>
    </main>
  );
}
