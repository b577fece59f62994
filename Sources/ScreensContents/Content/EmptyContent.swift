/// A content that has no picture: a layer that draws it is not shown.
package struct EmptyContent: Content {
    package init() {}
}
