import classes from './Waiting.module.css';

export function Waiting({ label }: { label: string }) {
  return (
    <div className={`${classes.waiting} grid`} aria-busy>
      <output className="visually-hidden">{label}</output>
      {['40%', '75%', '96%', '90%', '94%', '60%'].map((width) => (
        <span key={width} className={`${classes.line} bg-border rounded-sm`} style={{ width }} aria-hidden />
      ))}
    </div>
  );
}
