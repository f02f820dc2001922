import type { ComponentType } from 'react';
import { ISLAND, LATER, type Later, PROPS, propsText } from './markup';

interface Props<Given extends object> {
  /** Of its entry in browser/. */
  name: string;
  screen: ComponentType<Given>;
  given: Given;
  /** A property that is not in the page, and where it is. */
  later?: (Later & { property: keyof Given & string }) | undefined;
}

/**
 * A screen that can be taken over without the rest of its page: its props are next to it as JSON, so a browser
 * needs neither Next's router nor the page a second time (see server/lean-pages). Where Next's own scripts run, as in
 * development, it is a component like others.
 */
export function Island<Given extends object>({ name, screen: Screen, given, later }: Props<Given>) {
  const inPage = later ? { ...given, [later.property]: undefined } : given;
  return (
    <>
      <div className="contents" {...{ [ISLAND]: name }}>
        <Screen {...given} />
      </div>
      <script
        type="application/json"
        {...{ [PROPS]: name, [LATER]: later && JSON.stringify(later) }}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no tag can begin, see propsText.
        dangerouslySetInnerHTML={{ __html: typeof window === 'undefined' ? propsText(inPage) : '' }}
      />
    </>
  );
}
