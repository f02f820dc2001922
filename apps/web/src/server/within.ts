/**
 * The outcome of a work, or an error when it takes too long: a database that is frozen, unlike one that is gone, never
 * answers. The work itself continues.
 *
 * @throws Error without an outcome after `milliseconds`
 */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`No answer within ${milliseconds / 1000} s.`)),
      milliseconds,
    ).unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
