import { formatRatio } from '@basecase/analysis';
import type { Change } from '@basecase/views/home';
import { markOf } from '@basecase/views/text';
import { Tile } from '../../ui/table/tile';

/** Changes with their ratio, each a link to the open cell. */
export function ChangeList({ changes, withServer }: { changes: Change[]; withServer: boolean }) {
  return (
    <ul className="list">
      {changes.map((change) => (
        <li key={change.href}>
          <span>
            <a href={change.href}>{change.test}</a> <span className="dim">{change.range ?? change.unit}</span>
            <small>
              {change.words}
              {withServer ? `, ${change.server}` : ''}
            </small>
            <small>{`${change.workload}; ${change.costs}`}</small>
          </span>
          <Tile text={formatRatio(change.ratio)} level={change.level} direction={markOf(change.level)} />
        </li>
      ))}
    </ul>
  );
}
