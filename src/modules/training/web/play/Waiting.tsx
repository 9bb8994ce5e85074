import classes from './Waiting.module.css';

/** Where a page will be, shown when it takes a moment. */
export function Waiting({ label }: { label: string }) {
  return (
    <div className={classes.waiting} aria-busy>
      <output className={classes.said}>{label}</output>
      {['40%', '75%', '96%', '90%', '94%', '60%'].map((width) => (
        <span key={width} className={classes.line} style={{ width }} aria-hidden />
      ))}
    </div>
  );
}
