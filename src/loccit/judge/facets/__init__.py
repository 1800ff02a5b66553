"""Typed comparisons between claim and page: one module a facet.

``values`` holds what can be measured (numbers, units, money, dates, versions); the other modules compare what
qualifies a statement (negation, conditions, quantifiers, modality, attribution, ...). A facet can veto support.
"""
