import { newPost } from './merge-post';
import { type PostForm, pictureText, postHead, postSlug } from './post';

interface NewPost {
  title: string;
  blocks: readonly { id: string; text: string; picture?: { name: string; alt: string } | undefined }[];
  /** Base64. */
  pictures: readonly { name: string; data: string }[];
}

/** A post with the text of its pictures. */
export function writtenBlocks(
  { blocks }: Pick<NewPost, 'blocks'>,
  form: PostForm,
  src: (name: string) => string,
) {
  return blocks.map(({ id, text, picture }) => ({
    id,
    text: picture ? pictureText({ src: src(picture.name), alt: picture.alt }, form) : text,
  }));
}

/**
 * The files of a new post, to be unpacked into `content` of Hugo, the site of Jekyll, or any folder for Blogger: as `basecase
 * publish` writes them, which finds them there for the next numbers.
 *
 * @param date `2026-11-28`
 */
export function postFiles(
  post: NewPost,
  { form, date, author }: { form: PostForm; date: string; author: string },
): { path: string; data: string; encoding: 'utf8' | 'base64' }[] {
  const slug = postSlug(post.title);
  const name = form === 'jekyll' ? `${date}-${slug}` : slug;
  const folder = form === 'jekyll' ? `assets/${name}` : name;
  const file = { hugo: `${name}/index.md`, jekyll: `_posts/${name}.md`, blogger: `${name}/post.html` }[form];
  const src = (picture: string) => (form === 'jekyll' ? `/${folder}/${picture}` : picture);
  const text = newPost(postHead({ title: post.title, date, author }, form), writtenBlocks(post, form, src));
  return [
    { path: file, data: text, encoding: 'utf8' },
    ...post.pictures.map(({ name: picture, data }) => ({
      path: `${folder}/${picture}`,
      data,
      encoding: 'base64' as const,
    })),
  ];
}
