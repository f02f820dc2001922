import '../../features/method/method.css';
import type { Metadata } from 'next';
import { MethodScreen } from '../../features/method/method-screen';
import { PlainPage } from '../../islands/plain-page';
import { TopBar } from '../../ui/page/top-bar';

export const metadata: Metadata = {
  title: 'When is a change real?',
  description: 'How Basecase tells a change from noise, how often it is wrong, and what it cannot detect',
};

export default function MethodPage() {
  return (
    <>
      <PlainPage />
      <TopBar current={null} />
      <MethodScreen />
    </>
  );
}
