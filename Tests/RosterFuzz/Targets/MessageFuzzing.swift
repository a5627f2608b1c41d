import RosterAttacks
import RosterJSON

/// Messages between devices and a hub in which some values are others, sealed with the right digest.
///
///     1            the number of the message
///     12 [[7,3]]   the number of a place in it, and what stands there instead
enum MessageFuzzing {
  private static let requests = Result { try MessageAttack(.requests) }
  private static let answers = Result { try MessageAttack(.answers) }

  static func run(_ bytes: [UInt8], _ side: MessageAttack.Side) throws {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard let sample = lines.first.flatMap(number) else { return }
    let values = lines.dropFirst().prefix(4).compactMap { line in
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      return parts.count == 2
        ? number(parts[0]).flatMap { place in
          (try? JSONParser().parse(parts[1])).map { (place: place, value: $0) }
        } : nil
    }
    if values.isEmpty { return }
    let attack = try (side == .requests ? requests : answers).get()
    if let finding = attack.finding(sample: sample, replacing: values) {
      throw FuzzFinding(finding)
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    bytes.count <= 6 ? UInt32(String(decoding: bytes, as: UTF8.self)).map(Int.init) : nil
  }
}
