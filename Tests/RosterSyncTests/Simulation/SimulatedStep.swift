import RosterTestKit

/// One step of a simulation. Its numbers are taken modulo what there is, so that a program without
/// some of its steps is still a program.
enum SimulatedStep: Hashable, Codable, Sendable {
  /// A device changes its list.
  case edit(device: Int, seed: UInt64)
  /// A device removes a section with its items.
  case removeSection(device: Int, seed: UInt64)
  /// A device moves an item to another section.
  case moveToOtherSection(device: Int, seed: UInt64)
  /// A device inserts an item that is too large to be sent.
  case insertLarge(device: Int, seed: UInt64)
  /// A device gives up the change that cannot be sent.
  case discard(device: Int)
  /// A device writes a state of a component.
  case write(device: Int, seed: UInt64)
  /// Another writer changes the hub's list.
  case editHub(seed: UInt64)
  /// A device sends its next request, if none is under way.
  case wake(device: Int)
  /// A device takes back its last change, or the last undo.
  case step(device: Int, isRedo: Bool)
  /// The clock of a device is set, forward or back, in minutes.
  case setClock(device: Int, to: Int)
  /// The clock of the hub likewise.
  case setHubClock(to: Int)
  /// A message of the network arrives.
  case deliver(Int)
  /// A message is lost.
  case lose(Int)
  /// A bit of a message changes, or its end is lost.
  case damage(Int, seed: UInt64)
  /// A message is doubled.
  case double(Int)
  /// A device gives up waiting for an answer.
  case timeout(device: Int)
  /// Messages to or from a device are lost from now on.
  case cut(device: Int, toHub: Bool)
  /// They arrive again.
  case mend(device: Int)
  /// A device is closed and opened again.
  case restart(device: Int)
  /// What a device does next ends in a call of its storage, before or after its work; then the
  /// device is opened again.
  case kill(device: Int, skipping: Int, after: Bool)
  /// What the hub does next likewise.
  case killHub(skipping: Int, after: Bool)
  /// A copy of a device's file is made.
  case backUp(device: Int)
  /// A device goes on with the copy.
  case restore(device: Int)
  /// A device goes on with the copy, and its list is changed before the device is opened.
  case restoreAndEdit(device: Int, seed: UInt64)
  /// A device goes on from the copy as a machine that is resumed a second time: under the same name.
  case resume(device: Int)
  /// A copy of the hub's file is made.
  case backUpHub
  /// The hub goes on with the copy.
  case restoreHub
  /// The hub's journal loses all but some revisions.
  case compactHub(keeping: Int)
  /// A device's journal likewise.
  case compact(device: Int)
  /// The hub's journal loses what is older than some minutes.
  case compactHubByAge(minutes: Int)
  /// A device's journal likewise.
  case compactByAge(device: Int, minutes: Int)

  /// A random program.
  static func program(seed: UInt64, count: Int, devices: Int) -> [SimulatedStep] {
    var random = SplitMix64(seed: seed)
    // Some runs are without whole kinds of trouble, so that the others get further.
    let hasRestores = random.happens(percent: 40)
    let hasHubRestores = random.happens(percent: 30)
    let hasCompactions = random.happens(percent: 40)
    let hasKills = random.happens(percent: 60)
    let hasSteps = random.happens(percent: 60)
    let hasLargeChanges = random.happens(percent: 40)
    let hasDamage = random.happens(percent: 50)
    let hasStates = random.happens(percent: 60)
    return (0..<count).map { _ in
      let device = random.index(below: devices)
      let number = random.index(below: 1_000)
      switch random.index(below: 124) {
      case 0..<8 where hasStates: return .write(device: device, seed: random.next())
      case 0..<24: return .edit(device: device, seed: random.next())
      case 24..<26: return .editHub(seed: random.next())
      case 26..<46: return .wake(device: device)
      case 46..<76: return .deliver(number)
      case 76..<79: return .lose(number)
      case 79..<82: return .double(number)
      case 82..<85: return .timeout(device: device)
      case 85..<86: return .cut(device: device, toHub: number.isMultiple(of: 2))
      case 86..<88: return .mend(device: device)
      case 88..<90: return .restart(device: device)
      case 90..<92 where hasKills:
        return .kill(device: device, skipping: number / 2 % 24, after: number.isMultiple(of: 2))
      case 92..<94 where hasKills:
        return .killHub(skipping: number / 2 % 24, after: number.isMultiple(of: 2))
      case 94..<96 where hasRestores: return .backUp(device: device)
      case 96..<97 where hasRestores:
        switch number % 3 {
        case 0: return .restore(device: device)
        case 1: return .restoreAndEdit(device: device, seed: random.next())
        default: return .resume(device: device)
        }
      case 97..<99 where hasCompactions:
        return number.isMultiple(of: 2)
          ? .compactHub(keeping: number % 6) : .compactHubByAge(minutes: number / 2 % 60)
      case 99 where hasCompactions:
        return number.isMultiple(of: 2)
          ? .compact(device: device) : .compactByAge(device: device, minutes: number / 2 % 60)
      case 100..<102 where hasHubRestores: return .backUpHub
      case 102 where hasHubRestores: return .restoreHub
      case 103..<106 where hasSteps:
        return .step(device: device, isRedo: number.isMultiple(of: 3))
      case 106..<108 where hasDamage: return .damage(number, seed: random.next())
      case 108: return .setClock(device: device, to: number)
      case 109: return .setHubClock(to: number)
      case 110..<114 where hasLargeChanges:
        return .insertLarge(device: device, seed: random.next())
      case 114..<116 where hasLargeChanges: return .discard(device: device)
      case 116..<124 where hasSteps:
        return .step(device: device, isRedo: number.isMultiple(of: 3))
      default: return .deliver(number)
      }
    }
  }

  /// A random program in which devices remove sections and take that back, while others move items out of
  /// them.
  static func undoProgram(seed: UInt64, count: Int, devices: Int) -> [SimulatedStep] {
    var random = SplitMix64(seed: seed)
    let hasKills = random.happens(percent: 30)
    let hasCompactions = random.happens(percent: 30)
    let hasStates = random.happens(percent: 50)
    return (0..<count).map { _ in
      let device = random.index(below: devices)
      let number = random.index(below: 1_000)
      switch random.index(below: 100) {
      case 0..<12: return .removeSection(device: device, seed: random.next())
      case 12..<26: return .moveToOtherSection(device: device, seed: random.next())
      case 26..<44: return .step(device: device, isRedo: number.isMultiple(of: 3))
      case 44..<47: return .edit(device: device, seed: random.next())
      case 47..<63: return .wake(device: device)
      case 63: return .lose(number)
      case 64: return .double(number)
      case 65: return .timeout(device: device)
      case 66: return .restart(device: device)
      case 67 where hasKills:
        return .kill(device: device, skipping: number / 2 % 24, after: number.isMultiple(of: 2))
      case 68 where hasKills:
        return .killHub(skipping: number / 2 % 24, after: number.isMultiple(of: 2))
      case 69 where hasCompactions:
        return number.isMultiple(of: 2)
          ? .compactHub(keeping: number % 6) : .compactHubByAge(minutes: number / 2 % 60)
      case 74 where hasCompactions: return .setHubClock(to: number)
      case 70..<74 where hasStates: return .write(device: device, seed: random.next())
      default: return .deliver(number)
      }
    }
  }
}
