/** Catches what is thrown while a part of the page is drawn, so that the rest of it stays. */
import { Component, type ErrorInfo, type ReactNode } from 'react'

export interface Fault {
  readonly error: unknown
  /** Which components were being drawn; known shortly after the error. */
  readonly where: string | undefined
}

interface BoundaryProps {
  readonly fallback: (fault: Fault, retry: () => void) => ReactNode
  readonly children: ReactNode
}

interface BoundaryState {
  readonly fault: Fault | undefined
}

/** React has no other way than a class. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { fault: undefined }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { fault: { error, where: undefined } }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ fault: { error, where: componentStack ?? undefined } })
  }

  readonly retry = (): void => this.setState({ fault: undefined })

  override render(): ReactNode {
    const { fault } = this.state
    return fault ? this.props.fallback(fault, this.retry) : this.props.children
  }
}
