import { useEffect, useRef, useState } from 'react';
import { isWithin, windowsOf } from './frameTree.ts';
import { packageMark, readFromPackage, type ToPackage } from './packageMessages.ts';
import classes from './PackagePlayer.module.css';

export type FramedPart = { id: string; title: string; frame: string };
type PackageFrameProps = { part: FramedPart; onSave: (part: string, state: string) => void };

/**
 * One part in its frame. The frame's address brings a policy that gives it an origin of its own; the attribute says the same
 * once more. What it says is only ever kept for its own part: everything else is worked out by the server.
 */
export function PackageFrame({ part: { id, title, frame: address }, onSave }: PackageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let latest: string | null = null;
    const tell = (to: Window, state: string) => {
      const message: ToPackage = { mark: packageMark, part: id, what: 'state', state };
      // a window without an origin has no name to send to; it was found among the frame's own
      to.postMessage(message, '*');
    };
    const hear = (event: MessageEvent) => {
      const outermost = frame.current?.contentWindow;
      if (!outermost || event.origin !== 'null' || !isWithin(outermost, event.source)) return;
      const message = readFromPackage(event.data);
      if (message?.part !== id) return;
      const source = event.source as Window;
      if (message.what === 'hello') {
        if (latest !== null) tell(source, latest);
        return;
      }
      const { state } = message;
      latest = state;
      for (const other of windowsOf(outermost)) if (other !== source) tell(other, state);
      onSave(id, state);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [id, onSave]);
  return (
    <div className={`${classes.frameBox} flex-1 min-w-0 relative`} aria-busy={!isLoaded}>
      {!isLoaded && (
        <p className={`${classes.loading} absolute grid place-items-center text-body`}>Opening {title}…</p>
      )}
      <iframe
        ref={frame}
        className={`${classes.frame} h-full block w-full relative`}
        title={title}
        src={address}
        sandbox="allow-scripts allow-forms allow-popups"
        allow="fullscreen; autoplay"
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
      />
    </div>
  );
}
