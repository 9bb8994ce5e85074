import {
  createContext,
  createElement,
  useContext,
  type AnchorHTMLAttributes,
  type ComponentType,
  type ReactNode,
  type Ref,
} from 'react';

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  ref?: Ref<HTMLAnchorElement>;
  children?: ReactNode;
  /** Goes along with the way there and not into the address. */
  state?: object | undefined;
};

/** What the application gives so that links inside compounds go through its router. */
export type LinkComponent = ComponentType<LinkProps>;

function PlainLink({ children, state: _state, ...rest }: LinkProps) {
  return <a {...rest}>{children}</a>;
}

const LinkContext = createContext<LinkComponent>(PlainLink);

export function LinkProvider({ component, children }: { component: LinkComponent; children: ReactNode }) {
  return <LinkContext value={component}>{children}</LinkContext>;
}

/** An internal link; give it as `component` to Mantine's Button or Anchor. */
export function Link(props: LinkProps) {
  return createElement(useContext(LinkContext), props);
}
