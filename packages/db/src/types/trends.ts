/** A test that can be looked at over all versions. */
export interface TestChoice {
  /** `read-only_range=100`. */
  key: string;
  /** Id of its group, and the heading. */
  group: string;
  groupLabel: string;
  unit: string;
}
