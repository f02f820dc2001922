import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { env } from '../../env';
import { SignInScreen } from '../../features/sign-in/sign-in-screen';
import { findName } from '../../server/access/auth';
import { isReadingClosed } from '../../server/access/closed-reading';
import { returnPath } from '../../server/sign-in/cookies';
import { hasProvider } from '../../server/sign-in/provider';
import { TopBar } from '../../ui/page/top-bar';
import '../../features/tokens/tokens-page.css';
import '../../features/sign-in/sign-in.css';

export const metadata: Metadata = { title: 'Sign in', robots: { index: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { to, problem } = await searchParams;
  const issuer = env().BASECASE_OIDC_ISSUER;
  return (
    <>
      <TopBar current={null} />
      <SignInScreen
        to={returnPath(typeof to === 'string' ? to : null)}
        problem={typeof problem === 'string' ? problem : null}
        provider={hasProvider() && issuer !== null ? new URL(issuer).host : null}
        isClosed={isReadingClosed()}
        visitor={await findName(await headers())}
      />
    </>
  );
}
