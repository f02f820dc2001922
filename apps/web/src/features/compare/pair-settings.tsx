import { type BandedSelection, type PairSetting, prepareConfigPair } from '@basecase/views/compare';
import { countText } from '@basecase/views/text';
import { memo } from 'react';

/** The settings that differ between two configs side by side. */
export const PairSettings = memo(function PairSettings({ selection }: { selection: BandedSelection }) {
  const model = prepareConfigPair(selection);
  if (!model) return null;
  if (model.settings.length === 0) return <p className="rule-in-force">{model.title}.</p>;
  const rows = (settings: readonly PairSetting[]) =>
    settings.map(({ name, first, second }) => (
      <tr key={name}>
        <th scope="row">{name}</th>
        <td>{first ?? <span className="dim">not set</span>}</td>
        <td>
          <strong>{second ?? 'not set'}</strong>
        </td>
      </tr>
    ));
  const head = (
    <thead>
      <tr>
        <td />
        <th scope="col">{model.first}</th>
        <th scope="col">{model.second}</th>
      </tr>
    </thead>
  );
  return (
    <details className="other-differences pair-settings" open={model.settings.length <= 3}>
      <summary>{model.title}</summary>
      <table>
        {head}
        <tbody>{rows(model.settings)}</tbody>
      </table>
      {model.more.length > 0 ? (
        <details>
          <summary>and {countText(model.more.length, 'more', 'more')}</summary>
          <table>
            {head}
            <tbody>{rows(model.more)}</tbody>
          </table>
        </details>
      ) : null}
    </details>
  );
});
