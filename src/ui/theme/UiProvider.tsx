import { MantineProvider } from '@mantine/core';
import { useEffect, useInsertionEffect, useMemo, type ReactNode } from 'react';
import { colorSchemeManager, printInLight } from './colorScheme.ts';
import { LinkProvider, type LinkComponent } from '../text/Link.tsx';
import { themeOf, type BrandLook } from './theme.ts';
import { variablesOf } from './themeVariables.ts';
import { Toasts } from '../notice/Toasts.tsx';

const scheme = colorSchemeManager();

/** The style nonce of this page, from `<meta name="csp-nonce" content="…">`; undefined where the page has none. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;
}

/** Dialogs lock scrolling through a library that reads its nonce from this global. */
function shareNonce(nonce: string): void {
  Reflect.set(globalThis, '__webpack_nonce__', nonce);
}

export type UiProviderProps = {
  look: BrandLook;
  /** Renders internal links, usually over the router's own. */
  link?: LinkComponent;
  /** Style nonce of the content security policy; read from the page's meta element when not given. */
  nonce?: string;
  children: ReactNode;
};

/** Everything a screen needs around it: theme, colour scheme, links and toasts. */
export function UiProvider({ look, link, nonce, children }: UiProviderProps) {
  const { accent, radius, neutral } = look;
  const theme = useMemo(() => themeOf({ accent, radius, neutral }), [accent, radius, neutral]);
  const styles = nonce ?? styleNonce();
  const getStyleNonce = useMemo(() => (styles ? () => styles : undefined), [styles]);
  useInsertionEffect(() => {
    if (styles) shareNonce(styles);
  }, [styles]);
  useEffect(printInLight, []);
  const content = (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variablesOf}
      colorSchemeManager={scheme}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
      getStyleNonce={getStyleNonce}
      env={import.meta.env.MODE === 'test' ? 'test' : 'default'}
    >
      {children}
      <Toasts />
    </MantineProvider>
  );
  return link ? <LinkProvider component={link}>{content}</LinkProvider> : content;
}
