import RosterNavigation
import RosterTestKit

/// An application whose messages do what those of real ones do: change something, or nothing, and
/// start effects that send others.
struct PhotoApplication: Codable, Equatable, Sendable {
  enum Message: Codable, Hashable, Sendable {
    case like(Int)
    case dislike(Int)
    case search(String)
    case found([Int])
    case look
    case count(UInt64)
  }

  var likes: Set<Int> = []
  var text = ""
  var found: [Int] = []
  var searchCount = 0
  var total: UInt64 = 0

  /// What the server of the photos has.
  static func matches(of text: String) -> [Int] { (0..<text.count).map { $0 * 3 } }

  static let update: ApplicationLoop<PhotoApplication, Message>.Update = { state, message in
    switch message {
    case .like(let photo): state.likes.insert(photo)
    case .dislike(let photo): state.likes.remove(photo)
    case .search(let text):
      state.text = text
      state.searchCount += 1
      return [.run("search") { await $0(.found(matches(of: text))) }]
    case .found(let photos): state.found = photos
    case .look: break
    case .count(let number): state.total &+= number
    }
    return []
  }

  static func randomMessage(_ random: inout SplitMix64) -> Message {
    let number = random.index(below: 4)
    return switch random.index(below: 7) {
    case 0, 1: .like(number)
    case 2: .dislike(number)
    case 3: .search(String(repeating: "a", count: number))
    case 4: .look
    case 5: .found([number])
    default: .count(random.next())
    }
  }
}
