import type { DiagnosticGroup, FileGroup, UploadPreview, UploadView } from '@basecase/db/types';
import { countText, groupDigits } from '../text/words';
import { namingModel } from './naming';
import { uploadPreview } from './uploads-preview';

/** An upload that waits to be added. */
export type WaitingUpload = Pick<
  UploadView,
  'id' | 'filename' | 'sha256' | 'knownServers' | 'knownCampaigns' | 'campaign'
> & { preview: UploadPreview };

/** What some uploads hold, as one table with one set of answers. */
export type IntakeModel = ReturnType<typeof intakeModel>;

/** @param failed how many uploads of the same visitor can't be added */
export function intakeModel(waiting: readonly WaitingUpload[], failed = 0) {
  const [first] = waiting;
  const known = first?.knownServers ?? [];
  const campaigns = [...new Set(waiting.map(({ campaign }) => campaign.said))];
  const [given = null] = campaigns;
  const preview = joinPreviews(waiting.map((each) => each.preview));
  const all = uploadPreview(preview, known, campaigns.length === 1 ? given : null);
  const count = preview.runs.length;
  const add = count === 1 ? 'Add 1 run' : `Add all ${groupDigits(count)}`;
  return {
    ...all,
    holds: holds(all),
    title: waiting.length === 1 ? (first?.filename ?? '') : countText(waiting.length, 'file'),
    known,
    namings: namingsOf(waiting),
    knownCampaigns: first?.knownCampaigns ?? [],
    uploads: waiting.map(({ id, filename, sha256, preview: own }) => {
      const model = uploadPreview(own, known);
      const { server, asksCached, runs } = model;
      return {
        id,
        filename,
        sha256,
        runs,
        pattern: own.naming?.pattern ?? null,
        asksServer: server.isAsked,
        asksCached,
        holds: holds(model),
      };
    }),
    confirm: count === 0 ? 'Keep the files' : failed > 0 ? `Add ${count}, leave out ${failed}` : add,
  };
}

/** The layout of the last upload for a server, where it is not that of all uploads already; null: none. */
export function rememberedLayout({ known, namings }: IntakeModel, server: string): string | null {
  const found = known.find(({ name }) => name.toLowerCase() === server.trim().toLowerCase());
  const layout = found?.layout ?? null;
  const isUsed = namings.every((naming) => naming.isLayout && naming.pattern === layout);
  return namings.length === 0 || isUsed ? null : layout;
}

/** Uploads with the same pattern are named together. */
function namingsOf(waiting: readonly WaitingUpload[]) {
  const byPattern = new Map<string, WaitingUpload[]>();
  for (const upload of waiting) {
    const { pattern } = upload.preview.naming ?? {};
    if (pattern !== undefined) byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), upload]);
  }
  return [...byPattern.values()].flatMap((own) => {
    const namings = own.flatMap(({ preview }) => preview.naming ?? []);
    const [first] = namings;
    if (!first) return [];
    const joined = {
      ...first,
      isLayout: namings.every(({ isLayout }) => isLayout),
      unmatched: namings.flatMap(({ unmatched }) => unmatched),
      questions: namings.flatMap(({ questions }) => questions),
    };
    return [
      namingModel(
        joined,
        own.map(({ id }) => id),
      ),
    ];
  });
}

/** `1 run, 42 results, 128 files, 0 warnings` */
function holds({ totals }: ReturnType<typeof uploadPreview>): string {
  return totals.map(({ value, label }) => `${value} ${label}`).join(', ');
}

const MOST_EXAMPLES = 5;

/** The previews of several uploads as that of one. */
function joinPreviews(previews: readonly UploadPreview[]): UploadPreview {
  const files = new Map<string, FileGroup>();
  const diagnostics = new Map<string, DiagnosticGroup>();
  for (const preview of previews) {
    for (const group of preview.files) {
      const key = `${group.status} ${group.kind}`;
      files.set(key, { ...group, count: group.count + (files.get(key)?.count ?? 0) });
    }
    for (const group of preview.diagnostics) {
      const { count = 0, examples = [] } = diagnostics.get(group.code) ?? {};
      const shown = [...examples, ...group.examples].slice(0, MOST_EXAMPLES);
      diagnostics.set(group.code, { ...group, count: count + group.count, examples: shown });
    }
  }
  return {
    parserVersion: Math.max(0, ...previews.map(({ parserVersion }) => parserVersion)),
    runs: previews.flatMap(({ runs }) => runs),
    results: previews.reduce((total, { results }) => total + results, 0),
    measurements: previews.reduce((total, { measurements }) => total + measurements, 0),
    files: [...files.values()],
    diagnostics: [...diagnostics.values()].sort(
      (a, b) => Number(b.severity === 'warning') - Number(a.severity === 'warning') || b.count - a.count,
    ),
  };
}
