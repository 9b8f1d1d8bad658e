import { useEffect, type ReactNode } from 'react';

interface PageProps {
  title: string;
  /** One sentence on what the screen is for. */
  lead?: ReactNode;
  /** Buttons and pickers beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen: its title is the page's and the first thing that the focus meets. */
export function Page({ title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Fraud Risk Console`;
  }, [title]);
  return (
    <div className="page">
      <header className="page-header">
        <div>
          <h1>{title}</h1>
          {lead && <p className="muted">{lead}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface CardProps {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Card({ title, actions, children, className = '' }: CardProps) {
  return (
    <section className={`card ${className}`}>
      {(title || actions) && (
        <header className="card-header">
          {title && <h2>{title}</h2>}
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}
