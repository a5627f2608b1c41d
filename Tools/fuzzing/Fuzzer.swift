import Dispatch
import Foundation
import RosterFuzz

/// What libFuzzer calls, with the target that `Tools/fuzz` has named in the environment.
///
/// libFuzzer brings the `main` of this program, so it is only built with `--sanitize=fuzzer`.
enum Fuzzer {
  static let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["ROSTER_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
      end(with: "ROSTER_FUZZ_TARGET is \"\(name)\", and none of \(names)")
    }
    return target
  }()

  /// Runs the target on the calling thread, which is libFuzzer's and waits for it.
  static func run(_ bytes: [UInt8]) {
    let target = target
    let isDone = DispatchSemaphore(value: 0)
    Task {
      do {
        try await target.run(bytes)
      } catch {
        end(with: "finding: \(error)")
      }
      isDone.signal()
    }
    isDone.wait()
  }

  private static func end(with message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    abort()
  }
}
