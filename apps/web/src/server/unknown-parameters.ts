import { type AddressProblem, isCampaignTag, unknownParameter } from '@basecase/views/url';

/** Parameters that a list does not have: their names are those of its filter. */
export function unknownParameters(query: URLSearchParams, filter: { shape: object }): AddressProblem[] {
  const names = Object.keys(filter.shape);
  return [...new Set(query.keys())]
    .filter((name) => !names.includes(name) && !isCampaignTag(name))
    .map((name) => unknownParameter(name, [[name, query.get(name) ?? '']], names));
}
