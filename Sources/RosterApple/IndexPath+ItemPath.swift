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
  extension ItemPath {
    init(_ path: IndexPath) { self.init(section: path.section, item: path.item) }
  }

  extension IndexPath {
    init(_ path: ItemPath) { self.init(item: path.item, section: path.section) }
  }
#endif
