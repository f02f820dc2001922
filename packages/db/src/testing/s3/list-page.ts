/** The answer to ListObjectsV2, a page at a time. The token is the last name, with characters that XML has to escape. */
export function listPage(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams, page: number): Buffer {
  if (query.get('list-type') !== '2') throw new Error('only ListObjectsV2 is known here');
  const after = query.get('continuation-token')?.replace(/^<&>/, '') ?? '';
  const max = Math.min(page, Number(query.get('max-keys') ?? page));
  const names = [...objects.keys()]
    .filter((name) => name.startsWith(query.get('prefix') ?? '') && name > after)
    .sort();
  const shown = names.slice(0, max);
  const isCut = names.length > shown.length;
  const token = isCut ? `<NextContinuationToken>&lt;&amp;&gt;${shown.at(-1)}</NextContinuationToken>` : '';
  const contents = shown.map(
    (name) =>
      `<Contents><Key>${encodeURIComponent(name)}</Key><ETag>&quot;e&quot;</ETag><Size>${objects.get(name)?.length}</Size></Contents>`,
  );
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`,
  );
}
