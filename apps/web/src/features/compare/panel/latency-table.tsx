import type { EvidenceModel } from '@basecase/views/compare';

interface Props {
  latencies: EvidenceModel['latencies'];
  names: { own: string; base: string };
}

/** Latency of an event in ms, against the base. */
export function LatencyTable({ latencies, names }: Props) {
  if (latencies.length === 0) return null;
  return (
    <section>
      <h3>
        Latency <span className="dim">of an event in ms; median of the repeats</span>
      </h3>
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">Version</th>
            {latencies.map(({ label }) => (
              <th key={label} scope="col" className="num">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="selected">
            <th scope="row">{names.own}</th>
            {latencies.map(({ label, own }) => (
              <td key={label} className="num">
                {own}
              </td>
            ))}
          </tr>
          {names.own === names.base ? null : (
            <>
              <tr>
                <th scope="row">
                  {names.base} <span className="dim">base</span>
                </th>
                {latencies.map(({ label, base }) => (
                  <td key={label} className="num">
                    {base}
                  </td>
                ))}
              </tr>
              <tr>
                <th scope="row">ratio</th>
                {latencies.map(({ label, ratio }) => (
                  <td key={label} className="num">
                    {ratio}
                  </td>
                ))}
              </tr>
            </>
          )}
        </tbody>
      </table>
    </section>
  );
}

/** Each repeat with what it measured; nothing for a single one. */
export function Repeats({ repeats, spread }: Pick<EvidenceModel, 'repeats' | 'spread'>) {
  if (repeats.length < 2) return null;
  return (
    <section>
      <h3>
        Repeats <span className="dim">the heatmap shows the median of those that count; spread {spread}</span>
      </h3>
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">Repeat</th>
            <th scope="col" className="num">
              o/s
            </th>
            <th scope="col">Started</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {repeats.map((repeat) => (
            <tr key={`${repeat.name} ${repeat.started}`}>
              <th scope="row">{repeat.name}</th>
              <td className="num">{repeat.throughput}</td>
              <td>{repeat.started || <span className="dim">not recorded</span>}</td>
              <td>{repeat.status || 'ok'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
