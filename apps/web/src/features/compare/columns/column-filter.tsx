import {
  type CompareState,
  type chooserModel,
  type HeatmapData,
  type Shortcut,
  withMatching,
} from '@basecase/views/compare';
import { type ReactNode, useRef } from 'react';
import type { Update } from '../use-compare-state';
import { COLUMN_FILTER } from './column-filter-form';

interface Props {
  data: HeatmapData;
  state: CompareState;
  update: Update;
  /** Draws a choice that people make often. */
  shortcuts: (own: Shortcut[]) => ReactNode;
  majors: ReturnType<typeof chooserModel>['majors'];
}

/** Fewer versions than this are chosen sooner one by one. */
const WORTH_A_FILTER = 8;

/** Chooses columns by words, a major, and a range of versions. Its fields belong to a separate form. */
export function ColumnFilter({ data, state, update, majors, shortcuts }: Props) {
  const box = useRef<HTMLDivElement>(null);
  if (majors.flatMap(({ versions }) => versions).length < WORTH_A_FILTER) return null;
  const options = majors.map(({ major, versions }) => (
    <optgroup key={major} label={major}>
      {versions.map((version) => (
        <option key={version}>{version}</option>
      ))}
    </optgroup>
  ));
  const choose = (change: Pick<CompareState, 'match' | 'from' | 'to'>) =>
    update(withMatching(data, { ...state, ...change }));
  const fieldText = (name: string) =>
    box.current?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)?.value ?? '';
  return (
    <div className="shortcuts column-filter" ref={box}>
      {majors.length > 1 ? shortcuts(majors.map(({ shortcut }) => shortcut)) : null}
      <label className="field-label">
        <span>Names with</span>
        <input
          className="field"
          name="match"
          form={COLUMN_FILTER}
          placeholder="8.0 gtid"
          autoComplete="off"
        />
      </label>
      <label className="field-label">
        <span>from</span>
        <select className="field" name="from" form={COLUMN_FILTER} defaultValue="">
          <option value="">first</option>
          {options}
        </select>
      </label>
      <label className="field-label">
        <span>to</span>
        <select className="field" name="to" form={COLUMN_FILTER} defaultValue="">
          <option value="">newest</option>
          {options}
        </select>
      </label>
      <button
        type="submit"
        className="button"
        form={COLUMN_FILTER}
        onClick={(event) => {
          event.preventDefault();
          choose({ match: fieldText('match'), from: fieldText('from'), to: fieldText('to') });
        }}
      >
        Choose
      </button>
    </div>
  );
}
