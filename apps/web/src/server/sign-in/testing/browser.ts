import { request } from 'node:http';

/** A page, or where a server led to. */
export interface Page {
  url: URL;
  status: number;
  body: string;
  setCookies: string[];
}

/** What a browser does without scripts: it keeps cookies for each server, and goes where it is led to. */
export class Browser {
  readonly #jars = new Map<string, Map<string, string>>();

  /** Follows until a page is shown, or an address for which `until` is true is about to be asked for. */
  async open(
    start: string | URL,
    { form, until }: { form?: Record<string, string>; until?: (url: URL) => boolean } = {},
  ): Promise<Page> {
    let url = new URL(start);
    let body: URLSearchParams | null = form ? new URLSearchParams(form) : null;
    for (let steps = 0; steps < 20; steps += 1) {
      if (until?.(url)) return { url, status: 0, body: '', setCookies: [] };
      const answer = await this.#ask(url, body);
      const location = answer.headers.get('location');
      if (location === null || answer.status < 300 || answer.status > 399) {
        return {
          url,
          status: answer.status,
          body: await answer.text(),
          setCookies: answer.headers.getSetCookie(),
        };
      }
      url = new URL(location, url);
      body = null;
    }
    throw new Error(`Led in a circle, at last to ${url}`);
  }

  /** Cookies for a server, to be put back later. */
  cookiesFor(origin: string): Map<string, string> {
    return new Map(this.#jars.get(origin));
  }

  setCookies(origin: string, cookies: Map<string, string>): void {
    this.#jars.set(origin, new Map(cookies));
  }

  async #ask(url: URL, body: URLSearchParams | null): Promise<Response> {
    const jar = this.#jars.get(url.origin) ?? new Map<string, string>();
    this.#jars.set(url.origin, jar);
    const answer = await navigate(url, body?.toString() ?? null, {
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      accept: 'text/html',
      'sec-fetch-mode': 'navigate',
      ...(body && { origin: url.origin, 'content-type': 'application/x-www-form-urlencoded' }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0(;|$)/i.test(line) || /expires=Thu, 01 Jan 1970/i.test(line))
        jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }
}

/** fetch would mark the request as a script's. */
function navigate(url: URL, body: string | null, headers: Record<string, string>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: body === null ? 'GET' : 'POST', headers, agent: false },
      async (answer) => {
        let text = '';
        for await (const chunk of answer.setEncoding('utf8')) text += chunk;
        const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        resolve(new Response(text || null, { status: answer.statusCode ?? 0, headers: pairs }));
      },
    );
    sent.on('error', reject).end(body ?? undefined);
  });
}
