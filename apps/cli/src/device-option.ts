/** Options for reading logs. */
export interface ReadChoice {
  /** Device of iostat whose rows count, e.g. `md2`. */
  device?: string | undefined;
}

/** Of the option `--device`, in all commands that read logs. */
export const DEVICE_HELP =
  'device of iostat that the data was on, e.g. md2 (default: from basecase.json, df, lsblk, mount or /proc/mdstat, else by its traffic)';
