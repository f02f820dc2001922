/** Something that was dropped: a folder is an entry, a file that a script made has none. */
export type Dropped = FileSystemEntry | File;

/** A transfer is emptied when its event is over: this takes what is in it at once, to be read later. */
export function takeDropped(transfer: DataTransfer): Dropped[] {
  return [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
}
