import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
}

/** A question over the page. It keeps the focus, Escape closes it, and the focus returns to where it was. */
export function Dialog({ open, onClose, title, description, children, actions }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-overlay" />
        <Radix.Content className="dialog" {...(!description && { 'aria-describedby': undefined })}>
          <header className="dialog-header">
            <Radix.Title className="dialog-title">{title}</Radix.Title>
            <Radix.Close asChild>
              <button className="icon-button" aria-label="Close">
                <X size={18} aria-hidden />
              </button>
            </Radix.Close>
          </header>
          {description && (
            <Radix.Description asChild>
              <div className="muted">{description}</div>
            </Radix.Description>
          )}
          {children}
          {actions && <footer className="dialog-actions">{actions}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmDialogProps extends Omit<DialogProps, 'actions'> {
  confirmLabel: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
}

export function ConfirmDialog({ confirmLabel, danger, busy, onConfirm, ...dialog }: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
