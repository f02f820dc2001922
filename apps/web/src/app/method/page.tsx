import '../../features/method/method.css';
import type { Metadata } from 'next';
import { MethodScreen } from '../../features/method/method-screen';
import { TopBar } from '../../ui/page/top-bar';

export const metadata: Metadata = {
  title: 'When is a change real?',
  description: 'How a change is told from noise, how often that is wrong, and what it cannot see',
};

export default function MethodPage() {
  return (
    <>
      <TopBar current={null} />
      <MethodScreen />
    </>
  );
}
