#if Web
  import Foundation

  /// Ends the program in its own time at the first signal to end, and at once at the second.
  final class EndingSignals {
    private let sources: [any DispatchSourceSignal]

    init(_ end: @escaping @Sendable () -> Void) {
      sources = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
          // The next one does what it does to other programs.
          signal(number, SIG_DFL)
          end()
        }
        source.resume()
        return source
      }
    }

    func stop() { for source in sources { source.cancel() } }
  }
#endif
