export interface ServerParams {
  params: Promise<{ slug: string }>;
}

/** The slug in a path, or what stands there when it is no encoded text. */
export async function slugOf({ params }: ServerParams): Promise<string> {
  const { slug } = await params;
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
