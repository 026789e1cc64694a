import { Component, type ReactNode } from 'react';
import './error-boundary.css';

interface Props {
  readonly children: ReactNode;
}
interface State {
  readonly error: Error | undefined;
}

/** A bug of ours ends here, in words, and takes nothing with it: the case is stored, a reload is safe. (React has no function for this.) */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <main className="wm-crash" role="alert">
        <h1>Witnessmark has a bug</h1>
        <p>
          This part of the page stopped. Nothing of the case is lost: evidence and everything you made are
          stored. Reload the page to go on. If it happens again, please report these lines; they hold no
          evidence unless the message itself quotes some.
        </p>
        <pre>{error.stack ?? error.message}</pre>
        <button type="button" className="wm-button wm-button-primary" onClick={() => location.reload()}>
          Reload
        </button>
      </main>
    );
  }
}
