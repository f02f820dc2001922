/** What a page gives away, and as what. */
export interface ShareProps {
  /** Path of the table as text; null for a page without one. */
  exportPath: string | null;
  /** Path of the image. */
  imagePath: string;
  /** Slug of the permalink whose page this is; null on a live page. */
  slug: string | null;
  title: string;
  /** Rows of the table, for the height of an embedded one. */
  rows: number;
}
