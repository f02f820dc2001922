import type { Person } from '@basecase/db/types';
import * as oidc from 'openid-client';
import { env } from '../../env';

/** Clocks of the provider and of this machine may differ by this, in seconds. */
const CLOCK_TOLERANCE = 30;
/** A provider that does not answer must not hold a request up for long, in seconds. */
const TIMEOUT = 10;
/** How long what the provider says of itself is believed: it changes its keys now and then. */
const DISCOVERY_MS = 3600 * 1000;
const SCOPE = 'openid email profile';

/** What is remembered of a sign-in between going to the provider and coming back. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
  /** Path of this site to go to. */
  to: string;
}

const holder = globalThis as typeof globalThis & {
  basecaseProvider?: { readAt: number; configuration: Promise<oidc.Configuration> } | undefined;
};

/** True when signing in through a provider is set up. */
export function hasProvider(): boolean {
  return env().BASECASE_OIDC_ISSUER !== null;
}

/**
 * Begins a sign-in: the address at the provider to go to, and what to remember.
 *
 * @param redirectUri of this server, as registered with the provider
 * @throws when the provider does not answer, or is another one than the setting names
 */
export async function beginSignIn(
  redirectUri: string,
  to: string,
): Promise<{ url: URL; pending: PendingSignIn }> {
  const configuration = await discover();
  const pending = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    to,
  };
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  });
  return { url, pending };
}

/**
 * Ends a sign-in: takes the code that the browser brought to the provider and learns who it is.
 *
 * @param url that the browser came back to, with its query
 * @throws for a wrong state, a code that was used, a wrong secret, a token of another issuer or for another client
 */
export async function endSignIn(url: URL, pending: PendingSignIn): Promise<Person> {
  const configuration = await discover();
  const tokens = await oidc.authorizationCodeGrant(configuration, url, {
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    pkceCodeVerifier: pending.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('The provider sent no ID token.');
  // Many providers put only the subject into the ID token.
  const more = configuration.serverMetadata().userinfo_endpoint
    ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : {};
  return toPerson(claims.iss, { ...more, ...claims });
}

/**
 * What went wrong, for the log of the operator: the library's message, and the provider's own words where it sent some
 * (RFC 6749, section 5.2). No token is in it.
 */
export function signInProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { error: code, error_description: text } = error as { error?: unknown; error_description?: unknown };
  const cause = error.cause instanceof Error ? error.cause.message : null;
  const details = [code, text, cause].filter((part) => typeof part === 'string' && part !== '');
  return [error.message, ...details].join('; ').slice(0, 500);
}

/** @param claims of the ID token and of the provider's user info */
function toPerson(issuer: string, claims: Record<string, unknown>): Person {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === 'string'
      ? value
          .replaceAll(/\p{Cc}+/gu, ' ')
          .trim()
          .slice(0, 200) || null
      : null;
  };
  const subject = String(claims['sub']);
  // An unverified address is whatever its owner typed.
  const email = claims['email_verified'] === true ? text('email') : null;
  const groups = Array.isArray(claims['groups'])
    ? claims['groups'].filter((group) => typeof group === 'string')
    : [];
  const name = email ?? text('name') ?? text('preferred_username') ?? subject.slice(0, 200);
  // Like its setting: with or without the slash at its end it is the same provider.
  return { issuer: sameIssuer(issuer), subject, name, email, groups };
}

/** Discovery allows the setting to leave out the slash that the provider puts at the end of its name. */
function sameIssuer(issuer: string): string {
  const setting = env().BASECASE_OIDC_ISSUER ?? '';
  return issuer.replace(/\/$/, '') === setting.replace(/\/$/, '') ? setting : issuer;
}

function discover(): Promise<oidc.Configuration> {
  const known = holder.basecaseProvider;
  if (known && Date.now() - known.readAt < DISCOVERY_MS) return known.configuration;
  const configuration = readConfiguration();
  const made = { readAt: Date.now(), configuration };
  holder.basecaseProvider = made;
  // A failed attempt is repeated the next time.
  configuration.catch(() => {
    if (holder.basecaseProvider === made) holder.basecaseProvider = undefined;
  });
  return configuration;
}

async function readConfiguration(): Promise<oidc.Configuration> {
  const {
    BASECASE_OIDC_ISSUER: issuer,
    BASECASE_OIDC_CLIENT_ID: id,
    BASECASE_OIDC_CLIENT_SECRET: secret,
  } = env();
  if (issuer === null || id === null || secret === null) throw new Error('No provider is set up.');
  const server = new URL(issuer);
  return oidc.discovery(server, id, { [oidc.clockTolerance]: CLOCK_TOLERANCE }, authenticate(secret), {
    timeout: TIMEOUT,
    // Without TLS only on this machine, for tests and development.
    execute: ['127.0.0.1', 'localhost', '[::1]'].includes(server.hostname)
      ? [oidc.allowInsecureRequests]
      : [],
  });
}

/** In the way that the provider takes; one that names none takes Basic (OpenID Connect Discovery 1.0, section 3). */
function authenticate(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, client, body, headers);
  };
}
