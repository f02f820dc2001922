import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkForm } from './http-gate';

let server: Server;
let url = '';
beforeAll(async () => {
  // What Next.js does with a multipart body that comes to a page.
  server = createServer(async (request, response) => {
    const refusal = checkForm(request, response);
    if (refusal) return void response.writeHead(refusal.status).end();
    const body = new Response(new Uint8Array(await buffer(request)), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    });
    const isForm = await body.formData().then(
      () => true,
      () => false,
    );
    response.statusCode = isForm && request.url !== '/broken' ? 200 : 500;
    response.end('answer');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const FORM = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n';
const send = async (path: string, type: string, body: string) => {
  const response = await fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': type }, body });
  await response.arrayBuffer();
  return response.status;
};

it.each([
  ['multipart/form-data', FORM],
  ['multipart/form-data; boundary=', ''],
  ['multipart/form-data; boundary=x', 'no form'],
  ['Multipart/Form-Data; boundary=y', FORM],
])('refuses %s with %j as a form', async (type, body) => {
  expect(await send('/', type, body)).toBe(400);
});

it('leaves forms as they are, and the errors of the app', async () => {
  expect(await send('/', 'multipart/form-data; boundary=x', FORM)).toBe(200);
  expect(await send('/broken', 'multipart/form-data; boundary=x', FORM)).toBe(500);
});
