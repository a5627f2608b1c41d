import RosterCore
import RosterTestKit
import RosterTestSupport

/// A file that a process writes which is killed, with lists of which two are kept together with a third one, and what it
/// must have left: each of these lists is what its definition makes of the newest revision of the one below, and what was
/// acknowledged is there.
struct KilledTogether {
  private let folder: TemporaryFolder
  private let isDivided: Bool
  /// The last revision of the numbers that was acknowledged.
  private var acknowledged: Revision = 0

  /// - Parameter isDivided: Whether each list is committed in a transaction of its own.
  init(isDivided: Bool) throws {
    folder = try TemporaryFolder()
    self.isDivided = isDivided
  }

  private var path: String { folder.path(of: "list.sqlite") }

  /// Starts a process and kills it.
  ///
  /// - Parameters:
  ///   - lineCount: How many commits are waited for first.
  ///   - seconds: How long then.
  /// - Returns: Whether it had acknowledged anything.
  /// - Throws: If it ended by itself.
  mutating func kill(afterLines lineCount: Int, seconds: Double) throws -> Bool {
    let child = try ChildProgram(.together, [isDivided ? "divide" : "write", path])
    let told = try KilledFile.kill(child, afterLines: lineCount, seconds: seconds)
    acknowledged = max(acknowledged, told ?? 0)
    return told != nil
  }

  /// Opens the file as the next process would.
  ///
  /// - Returns: What is not as it must be.
  mutating func problems() throws -> [String] {
    let found: TogetherContents
    do {
      found = try TogetherContents(checking: path)
    } catch let broken as BrokenPromise {
      return [broken.description]
    }
    var problems: [String] = []
    if let broken = found.brokenPromise() { problems.append(broken) }
    let revision = found.lists[.numbers]?.revision ?? 0
    if revision < acknowledged {
      problems.append("the numbers are at \(revision), and \(acknowledged) was acknowledged")
    }
    for name in TogetherList.allCases where acknowledged > 0 && found.lists[name] == nil {
      problems.append("the list \(name) is gone")
    }
    // Behind the first change, each five have one of both lists, and one that takes it back.
    let (roundCount, changeCount) = max(0, revision - 1).quotientAndRemainder(dividingBy: 5)
    let expected = 2 * roundCount + (changeCount == 4 ? 1 : 0)
    if let others = found.lists[.others], others.revision != expected {
      problems.append("\(found), and two lists were changed at once \(expected) times")
    }
    acknowledged = max(acknowledged, revision)
    return problems
  }
}
