import type { SelectedServer } from '@basecase/views/servers';
import { MarkerIcon } from '../../ui/table/marker';

/** Name of a server with its shape on the axis. */
export function ServerLabel({ server, index }: { server: SelectedServer; index: number }) {
  return (
    <>
      <MarkerIcon shape={index} /> {server.label}
    </>
  );
}
