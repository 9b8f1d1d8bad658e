import { Toast as Radix } from 'radix-ui';
import { createContext, use, useCallback, useState, type ReactNode } from 'react';

interface Message {
  id: number;
  text: ReactNode;
  kind: 'done' | 'failed';
}

type ShowToast = (text: ReactNode, kind?: Message['kind']) => void;
const ToastContext = createContext<ShowToast>(() => {});
let nextId = 0;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const show = useCallback<ShowToast>((text, kind = 'done') => {
    setMessages((before) => [...before, { id: (nextId += 1), text, kind }]);
  }, []);
  const remove = (id: number) => setMessages((before) => before.filter((message) => message.id !== id));
  return (
    <ToastContext value={show}>
      <Radix.Provider swipeDirection="right">
        {children}
        {messages.map(({ id, text, kind }) => (
          <Radix.Root key={id} className={`toast toast-${kind}`} onOpenChange={(open) => !open && remove(id)}>
            <Radix.Description>{text}</Radix.Description>
            <Radix.Close className="icon-button" aria-label="Dismiss">
              ×
            </Radix.Close>
          </Radix.Root>
        ))}
        <Radix.Viewport className="toasts" />
      </Radix.Provider>
    </ToastContext>
  );
}

/** Says in passing what was done, or what failed. */
export function useToast(): ShowToast {
  return use(ToastContext);
}
