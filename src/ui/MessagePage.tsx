import type { ReactNode } from 'react';
import classes from './MessagePage.module.css';

export type MessagePageProps = {
  /** The header, usually HeaderBar; none where the page is inside the frame. */
  header?: ReactNode;
  drawing?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** The page is inside AppFrame, which has the main landmark already. */
  framed?: boolean;
};

/** A whole page with one message: not found, maintenance, wrong address, link not valid. */
export function MessagePage({ header, drawing, title, children, action, framed = false }: MessagePageProps) {
  const content = (
    <div className={classes.content}>
      {drawing && <div className={classes.drawing}>{drawing}</div>}
      <h1 className={classes.title}>{title}</h1>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
  if (framed) return <div className={classes.main}>{content}</div>;
  return (
    <div className={classes.page}>
      {header}
      <main className={classes.main} id="main">
        {content}
      </main>
    </div>
  );
}
