#if canImport(UIKit) && !os(watchOS)
  internal import Foundation
  internal import RosterCore
  internal import UIKit
#elseif canImport(AppKit)
  internal import AppKit
  internal import Foundation
  internal import RosterCore
#elseif os(Linux)
  internal import Foundation
  internal import RosterCore
  internal import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(watchOS)) || canImport(AppKit) || os(Linux)
  extension IndexPath {
    init(_ path: ItemPath) { self.init(item: path.item, section: path.section) }
  }
#endif
