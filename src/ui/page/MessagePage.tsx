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
    <div className={`${classes.content} text-center`}>
      {drawing && <div className={classes.drawing}>{drawing}</div>}
      <h1 className="text-page wrap-anywhere text-balance">{title}</h1>
      {children && (
        <div className={`${classes.text} text-reading text-dimmed wrap-anywhere text-pretty mt-3`}>
          {children}
        </div>
      )}
      {action && <div className={`${classes.action} flex flex-wrap justify-center gap-2`}>{action}</div>}
    </div>
  );
  if (framed) return <div className={`${classes.main} grid place-items-center`}>{content}</div>;
  return (
    <div className={`${classes.page} flex flex-col bg-canvas`}>
      {header}
      <main className={`${classes.main} grid place-items-center`} id="main">
        {content}
      </main>
    </div>
  );
}
