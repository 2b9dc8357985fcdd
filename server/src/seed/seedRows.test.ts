// Menu entries that the seed derives from the page table.
import { BUILT_PAGES, MENU_ICONS, PAGE_TABLE, type PageEntry } from '@heliograph/contract/pages.ts';
import { expect, test } from 'vitest';
import { MENUS, pageRows, ROLES, withGroups } from './seedRows.ts';

test('every page with a menu entry has one row with its path and icon, and planned pages have none', () => {
  const shown = BUILT_PAGES.filter(({ menu }) => menu);
  expect(
    MENUS.filter(({ mode, path }) => mode === 1 && path !== '').map(({ name, path, icon }) => ({ name, path, icon })),
  ).toEqual(shown.map(({ name, path, menu }) => ({ name, path, icon: menu!.icon })));
  const planned = PAGE_TABLE.filter(({ isPlanned }) => isPlanned).map(({ name }) => name);
  expect(MENUS.filter(({ name }) => planned.includes(name))).toEqual([]);
  expect(MENUS.filter(({ icon }) => icon !== '' && !(MENU_ICONS as readonly string[]).includes(icon))).toEqual([]);
});

test('every parent exists, and names and paths are unique', () => {
  const names = PAGE_TABLE.map(({ name }) => name);
  expect(PAGE_TABLE.filter(({ parent }) => parent !== undefined && !names.includes(parent))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(PAGE_TABLE.map(({ path }) => path)).size).toBe(PAGE_TABLE.length);
});

test('a group comes once, before its first page, and is granted with any of its pages', () => {
  const pages: PageEntry[] = [
    { name: 'Users', path: '/users', menu: { title: 'Users', icon: 'IconTool' } },
    { name: 'Menus', path: '/system/menus', menu: { title: 'Menus', icon: 'IconTool', group: 'System' } },
    {
      name: 'Roles',
      path: '/system/rolesPermission',
      menu: { title: 'Roles', icon: 'IconTool', group: 'System' },
    },
  ];
  const rows = pageRows(pages);
  expect(rows.map(({ name, parent }) => [name, parent])).toEqual([
    ['Users', null],
    ['System', null],
    ['Menus', 'System'],
    ['Roles', 'System'],
  ]);
  expect(withGroups(['Users'], rows)).toEqual(['Users']);
  expect(withGroups(['Roles'], rows)).toEqual(['Roles', 'System']);
});

test('roles are granted only existing entries', () => {
  const names = MENUS.map(({ name }) => name);
  expect(ROLES.flatMap(({ grants }) => grants.filter((grant) => !names.includes(grant)))).toEqual([]);
});
