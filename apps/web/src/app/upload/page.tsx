import '../../ui/styles/lists.css';
import '../../features/uploads/upload.css';
import '../../features/uploads/table/table-panel.css';
import { bytesText } from '@basecase/views/text';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { env } from '../../env';
import { UploadScreen } from '../../features/uploads/upload-screen';
import { WithoutScripts } from '../../features/uploads/without-scripts';
import { baseUrlOf } from '../../server/access/request-origin';
import { serverCaller } from '../../server/root';
import { TopBar } from '../../ui/page/top-bar';

export const metadata: Metadata = { title: 'Upload' };

const ON_THEIR_WAY = ['preview', 'reading', 'queued'] as const;
const MOST = 20;

export default async function UploadPage() {
  const requestHeaders = await headers();
  const caller = serverCaller(requestHeaders);
  const [access, unseen, ...lists] = await Promise.all([
    caller.tokens.access(),
    caller.uploads.unseen(),
    ...ON_THEIR_WAY.map((state) => caller.uploads.list({ state, limit: MOST })),
  ]);
  const pending = [...lists.flatMap(({ uploads }) => uploads), ...unseen].map(({ id, filename }) => ({
    id,
    filename,
  }));
  return (
    <>
      <TopBar current="upload" />
      <main id="main" className="page">
        <div className="upload-wrap stack">
          <div className="page-head">
            <div>
              <h1>Upload runs</h1>
              <p>Nothing is saved until you confirm.</p>
            </div>
            <a className="push" href="/uploads">
              All uploads
            </a>
          </div>
          {access.role === null ? (
            <p className="warn-note">
              <strong>Uploading needs a token here.</strong> <a href="/tokens">Sign in</a> with one first:
              files sent without a token are rejected.
            </p>
          ) : null}
          <WithoutScripts url={baseUrlOf(requestHeaders)} />
          <UploadScreen
            pending={pending}
            limit={bytesText(env().BASECASE_MAX_UPLOAD_BYTES)}
            canUndo={access.role === 'admin'}
          />
        </div>
      </main>
    </>
  );
}
